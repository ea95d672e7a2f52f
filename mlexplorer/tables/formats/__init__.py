"""The file formats of tables, one file each."""

"""Films: pictures of a timeline one after another, and the formats that hold them."""

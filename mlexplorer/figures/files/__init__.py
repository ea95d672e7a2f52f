"""The files a page is painted on, and the sessions inside them."""

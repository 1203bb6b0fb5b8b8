"""A table drawn for one reader: from the view of a seat to the HTML of its page. Nothing outside of this folder draws one."""

# A file that defines no type.

-- Version 1. Blobs come last: scans of the small columns then skip their pages.
-- docs/formats/cache.md says what each column is.
CREATE TABLE kernels (
  key BLOB NOT NULL PRIMARY KEY,
  digest BLOB NOT NULL,
  mac BLOB NOT NULL,
  bytes INTEGER NOT NULL,
  compile_us INTEGER NOT NULL,
  created_unix_s INTEGER NOT NULL,
  used_unix_s INTEGER NOT NULL,
  used_order INTEGER NOT NULL,
  toolchain BLOB NOT NULL,
  producer BLOB NOT NULL,
  namespace_name BLOB NOT NULL,
  operator_name BLOB NOT NULL,
  specialisation BLOB NOT NULL,
  normalised BLOB NOT NULL,
  meta BLOB NOT NULL,
  image BLOB NOT NULL
) STRICT;
CREATE INDEX kernels_by_use ON kernels (used_order, bytes);

CREATE TABLE analyses (
  key BLOB NOT NULL PRIMARY KEY,
  mac BLOB NOT NULL,
  bytes INTEGER NOT NULL,
  used_order INTEGER NOT NULL,
  toolchain BLOB NOT NULL,
  analysis BLOB NOT NULL
) STRICT;
CREATE INDEX analyses_by_use ON analyses (used_order, bytes);

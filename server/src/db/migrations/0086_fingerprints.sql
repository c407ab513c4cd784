-- A delivered file that looks like another one is proposed as its newer version.

alter table delivery_files
  -- How its picture looks: itself, the still of a film, the first page of a document. Null until its preview is made, for
  -- what has no picture, for plain surfaces, and for files from before.
  add column fingerprint bit(64),
  -- Whether somebody has said what it replaces, or that it replaces nothing.
  add column is_arranged boolean not null default false;

-- Pictures that people upload to a board, and that briefs from it can show.
-- Compatible: an older server passes over the new column, and shows such a place as something that is gone.

-- A file is on one board at most. Once its owner's account is purged, its place stays, with the note.
alter table board_items
  add column media_id uuid references media (id) on delete set null,
  add constraint board_items_one_thing check (num_nonnulls(portfolio_id, post_id, media_id) <= 1);
create unique index board_items_media on board_items (media_id) where media_id is not null;
create index board_items_pictures on board_items (board_id, place, id) where media_id is not null;

-- Pictures that were taken off a board, or whose board was deleted. Their files are kept for an hour, so that this can be
-- undone.
create table removed_board_pictures (
  media_id uuid primary key references media (id) on delete cascade,
  -- No foreign key: the board may be gone.
  board_id uuid not null,
  removed_at timestamptz not null default now()
);
create index removed_board_pictures_at on removed_board_pictures (removed_at);

create function board_items_removed() returns trigger language plpgsql as $$
begin
  insert into removed_board_pictures (media_id, board_id)
  select g.media_id, g.board_id from gone g where g.media_id is not null
  on conflict (media_id) do update set board_id = excluded.board_id, removed_at = now();
  return null;
end
$$;
create trigger board_items_removed after delete on board_items
  referencing old table as gone for each statement execute function board_items_removed();

-- The file is kept while the brief is.
alter table brief_references
  add column media_id uuid references media (id) on delete set null,
  add constraint brief_references_one_thing check (num_nonnulls(portfolio_id, post_id, media_id) <= 1);
create index brief_references_media on brief_references (media_id) where media_id is not null;

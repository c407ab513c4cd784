-- What a client sends with a hire: files, and works and posts to look at.

create table project_media (
  project_id uuid not null references projects (id) on delete cascade,
  position smallint not null constraint project_media_position check (position between 0 and 5),
  media_id uuid not null references media (id),
  primary key (project_id, position),
  constraint project_media_once unique (project_id, media_id)
);
create index project_media_media on project_media (media_id);

-- As with briefs. Nothing leads back to the board that they were chosen from.
create table project_references (
  project_id uuid not null references projects (id) on delete cascade,
  place smallint not null constraint project_references_place check (place between 1 and 6),
  portfolio_id uuid references portfolio_items (id) on delete set null,
  post_id uuid references posts (id) on delete set null,
  note text not null constraint project_references_note check (length(note) <= 500),
  is_against boolean not null,
  primary key (project_id, place),
  constraint project_references_one check (portfolio_id is null or post_id is null)
);
create index project_references_portfolio on project_references (portfolio_id) where portfolio_id is not null;
create index project_references_post on project_references (post_id) where post_id is not null;

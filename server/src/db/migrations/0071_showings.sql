-- Whether a creator may show what they delivered: asked once when a project is complete, answered by its client.
create table project_showings (
  project_id uuid primary key references projects (id),
  asked_at timestamptz not null,
  answer text constraint project_showings_answer check (answer in ('now', 'later', 'never')),
  show_from date,
  names_client boolean not null default false,
  answered_at timestamptz,
  -- The work that was made of it.
  item_id uuid references portfolio_items (id) on delete set null,
  constraint project_showings_answered check ((answer is null) = (answered_at is null)),
  constraint project_showings_from check ((answer is not distinct from 'later') = (show_from is not null)),
  constraint project_showings_named check (not names_client or answer in ('now', 'later'))
);
create index project_showings_item on project_showings (item_id) where item_id is not null;

-- Invitations are emailed by a job. Every email has a link of its own, made when it is sent, because what waits in the queue
-- must not hold one. The link that was shown to the admin stays `invitations.token_hash`.
create table invitation_links (
  token_hash bytea primary key,
  invitation_id uuid not null references invitations (id) on delete cascade
);
create index invitation_links_invitation on invitation_links (invitation_id);

alter table invitations
  -- Null: nothing was to be emailed, or an older version did it.
  add column mail_state text
    constraint invitations_mail_state check (mail_state in ('sending', 'sent', 'failed')),
  -- When the state last changed.
  add column mail_at timestamptz,
  add constraint invitations_mail_at check ((mail_state is null) = (mail_at is null));

-- Why something was taken down for a copyright notice is kept beside why it came back.
alter table takedown_notices add column removal_note text;
update takedown_notices set removal_note = note, note = null where state in ('removed', 'counter');

import { sql, type RawBuilder } from 'kysely'

/**
 * Deletes the proof rooms `r` that fulfil the condition and that somebody has opened for themselves, with everything in
 * them, and records that the objects of their files must be removed. Returns the ids of the rooms with those of the files.
 */
export const removedRooms = (
  condition: RawBuilder<boolean>,
): RawBuilder<{ roomId: string; fileIds: string[] }> => sql<{
  roomId: string
  fileIds: string[]
}>`
  with rooms as (delete from proof_rooms r where r.owner_id is not null and ${condition} returning r.id),
  links as (delete from proof_links l using rooms where l.room_id = rooms.id returning l.id),
  guests as (delete from proof_guests g using links where g.link_id = links.id),
  marks as (delete from proof_marks m using rooms where m.room_id = rooms.id returning m.id),
  replies as (delete from proof_replies a using marks where a.mark_id = marks.id),
  files as (delete from delivery_files f using rooms where f.room_id = rooms.id returning f.id, f.room_id),
  deliveries as (delete from project_deliveries d using rooms where d.room_id = rooms.id),
  noted as (insert into delivery_removals (file_id) select id from files on conflict (file_id) do nothing)
  select id as "roomId", array(select f.id from files f where f.room_id = rooms.id) as "fileIds" from rooms`

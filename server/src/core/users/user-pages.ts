import { queryKey } from '@plinth/contract/http/query-key.ts'
import { handlePath } from '@plinth/contract/people/handles.ts'
import { getProfile, type Profile } from '@plinth/contract/people/users.ts'
import type { Deps } from '../../deps.ts'
import { type PageData, type PageDefinition, shorten } from '../../http/pages.ts'
import { isId } from '../../http/paging.ts'
import { previewImage } from '../media/media-pages.ts'
import type { Who } from '../session/viewer-sql.ts'
import { nameOf, profileJsonLd } from './person-view.ts'
import { findPersonPicture, findProfile } from './profile-queries.ts'
import { findReservation } from './reservation-queries.ts'

/** Reads boot data about a person that a feature adds to their page. */
export type PersonBoot = (who: Who, id: string) => Promise<PageData['boot']>

/** A person's page under both its addresses; `/creator/{id}` is the canonical one for creators. */
export function userPages(deps: Deps, more: PersonBoot): PageDefinition[] {
  const load: PageDefinition['load'] = ({ viewer, params }) =>
    loadPerson(deps, more, { viewerId: viewer?.id ?? null }, params['id'] ?? '')
  return ['/profile/:id', '/creator/:id'].map((path) => ({ path, load }))
}

async function loadPerson(
  { db, env }: Deps,
  more: PersonBoot,
  who: Who,
  id: string,
): Promise<PageData | null> {
  if (!isId(id.toLowerCase())) return null
  const [{ json }, picture, isReserved, boot] = await Promise.all([
    findProfile(db, who, id),
    findPersonPicture(db, id),
    findReservation(db, id),
    more(who, id),
  ])
  if (json === null) return null
  const person = JSON.parse(json) as Profile
  const name = nameOf(person)
  const image = picture === null ? undefined : previewImage(picture, name)
  const canonical = `/${person.isCreator ? 'creator' : 'profile'}/${person.id}`
  const bio = shorten(person.bio ?? '')
  return {
    title: name,
    description: bio || (person.isCreator ? `Works by ${name} on Plinth.` : `${name} on Plinth.`),
    canonical,
    ...(image ? { image } : {}),
    jsonLd: profileJsonLd(person, env.publicUrl, image),
    isReserved,
    ...(person.isCreator && person.handle !== null ? { feedsOf: handlePath(person.handle) } : {}),
    screen: 'profile',
    boot: [[queryKey(getProfile, { params: { id } }), person], ...boot],
  }
}

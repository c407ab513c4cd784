import { queryKey } from '@plinth/contract/http/query-key.ts'
import {
  cleanHandle,
  handlePath,
  isHandle,
  resolveHandle,
} from '@plinth/contract/people/handles.ts'
import { MEMBER_PROFILE, memberProfileKey } from '@plinth/contract/people/places.ts'
import { getProfile, type Profile } from '@plinth/contract/people/users.ts'
import type { Deps } from '../../deps.ts'
import { type PageData, type PageDefinition, shorten, signInPage } from '../../http/shell/page.ts'
import { readJson } from '../../http/json.ts'
import { isId } from '../../http/paging.ts'
import { previewImage } from '../media/media-pages.ts'
import type { Who } from '../session/viewer-sql.ts'
import { findByHandle } from './handle-queries.ts'
import { nameOf, personPath, profileJsonLd } from './person-view.ts'
import { findPersonPicture, findProfile } from './profile-queries.ts'
import { findReservation } from './reservation-queries.ts'

/** Reads boot data about a person that a feature adds to their page. */
export type PersonBoot = (who: Who, id: string) => Promise<PageData['boot']>

/**
 * A person's page. Creators' pages are public; followers' are for members. `/@handle` is the canonical address, and an
 * earlier handle leads to the one of today.
 */
export function userPages(deps: Deps, more: PersonBoot): PageDefinition[] {
  const byId =
    (start: string): PageDefinition['load'] =>
    ({ viewer, params }) => {
      const id = params['id'] ?? ''
      const who = { viewerId: viewer?.id ?? null }
      return loadPerson(deps, more, { who, id, path: `${start}${id}` })
    }
  const byHandle: PageDefinition['load'] = async ({ viewer, params }) => {
    const typed = params['handle'] ?? ''
    const person = isHandle(cleanHandle(typed))
      ? await findByHandle(deps.db, cleanHandle(typed))
      : null
    if (person === null) return null
    const path = handlePath(person.handle)
    if (person.handle !== typed) return { title: '', boot: [], movedTo: path }
    const who = { viewerId: viewer?.id ?? null }
    const page = await loadPerson(deps, more, { who, id: person.id, path })
    const key = queryKey(resolveHandle, { params: { handle: typed } })
    return page && { ...page, boot: [[key, person], ...page.boot] }
  }
  return [
    { path: '/profile/:id', load: byId('/profile/') },
    { path: '/creator/:id', load: byId('/creator/') },
    { path: '/@:handle', load: byHandle },
  ]
}

async function loadPerson(
  { db, reads, env }: Deps,
  more: PersonBoot,
  { who, id, path }: { who: { viewerId: string | null }; id: string; path: string },
): Promise<PageData | null> {
  if (!isId(id.toLowerCase())) return null
  const [{ json }, picture, isReserved, boot] = await Promise.all([
    findProfile(reads, who, id),
    findPersonPicture(db, id),
    findReservation(db, id),
    more(who, id),
  ])
  if (json === null) return null
  const person = readJson<Profile>(json)
  if (who.viewerId === null && !person.isCreator) {
    return { ...signInPage(MEMBER_PROFILE.title), boot: [[memberProfileKey(path), true]] }
  }
  const name = nameOf(person)
  const image = picture === null ? undefined : previewImage(picture, name)
  const canonical = personPath(person)
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
    prerender: who.viewerId === null,
    boot: [[queryKey(getProfile, { params: { id } }), person], ...boot],
  }
}

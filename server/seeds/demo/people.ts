import { ADMIN_ID, fixedId, type WorldPerson } from '../world.ts'
import type { DemoPerson } from './queries.ts'

/** The row of a demo person. */
export const toRow = (person: WorldPerson, joinedAt: Date): DemoPerson => ({
  ...person,
  id: fixedId('person', person.id),
  email: `${person.id}@example.com`,
  isAdmin: person.id === ADMIN_ID,
  profileColors: person.profileColors ?? null,
  socialLinks: person.socialLinks ?? {},
  joinedAt,
})

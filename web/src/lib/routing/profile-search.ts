const PEOPLE = ['followers', 'following'] as const
export type PeopleKind = (typeof PEOPLE)[number]

const TABS = ['portfolio', 'posts', 'boards', 'reviews', 'saved'] as const
export type ProfileTab = (typeof TABS)[number]

/** A profile's parameters in the address. Absent ones have their defaults. */
export interface ProfileSearch {
  tab?: ProfileTab
  /** The list of people whose dialog is open. */
  people?: PeopleKind
  /** The work whose dialog is open. */
  work?: string
}

/** Reads the valid parameters and ignores the rest; never throws. */
export function readProfileSearch(raw: Record<string, unknown>): ProfileSearch {
  const search: ProfileSearch = {}
  const tab = TABS.find((one) => one === raw['tab'])
  if (tab) search.tab = tab
  const people = PEOPLE.find((kind) => kind === raw['people'])
  if (people) search.people = people
  if (typeof raw['work'] === 'string' && raw['work'] !== '') search.work = raw['work']
  return search
}

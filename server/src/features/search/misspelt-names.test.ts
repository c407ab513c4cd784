import { searchFoundPeople } from '@plinth/contract/search/search.ts'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'

/** People of the demo world and others, creators all. */
const NAMES = `
Marit Solheim|Tomás Arrieta|Adaeze Nwosu|Jonas Weidmann|Priya Raghunathan|Kenji Mori|Lucía Ferrer|Sam Whitlock
Noor Haddad|Eliška Dvořák|Theo Lindqvist|Amara Diallo|Ibrahim Sesay|Mei-Lin Zhao|Rafael Quispe|Hana Lewandowska
Dana Okoye|Ben Castellan|Yuki Tanabe|Rosa Lindholm|Leila Farahani|Mateo Silva|Grace Tuilagi|Anton Kravets
Catherine Novak|Stephen Phillips|Michelle Rodríguez|Siobhán Gallagher|Björn Åkesson|Zoë Vandenberghe
Alexander Schmidt|Nicholas Petrov|Francesca Moretti|Guillaume Lefèvre|Agnieszka Wójcik|Thandiwe Dlamini
Mikael Johansson|Sarah MacDonald|Vincent Nguyen|Aleksandra Kowalczyk|Marta Soldevila|Maria Solis|Jan Novotny
Tomasz Arendt|Nora Hadley|Hanna Levi|Lucas Ferreira|Ana Silveira|Greta Thule|Anton Krause
`
  .trim()
  .split(/[|\n]/)

/** What people type for a name: letters swapped, missing, doubled, of a neighbouring key, by ear, without accents. */
const TYPOS = `
Marit Solhiem|Marit Solheim;Solhem|Marit Solheim;Tomas Arieta|Tomás Arrieta;Adeaze|Adaeze Nwosu
Adaeze Nwousu|Adaeze Nwosu;Wiedmann|Jonas Weidmann;Weidman|Jonas Weidmann;Prya Raghunathan|Priya Raghunathan
Ragunathan|Priya Raghunathan;Knji Mori|Kenji Mori;Lucia Ferer|Lucía Ferrer;Whitlok|Sam Whitlock
Noor Hadad|Noor Haddad;Haddat|Noor Haddad;Eliksa|Eliška Dvořák;Dvorzak|Eliška Dvořák
Lindquist|Theo Lindqvist;Dialo|Amara Diallo;Ibrahem Sesay|Ibrahim Sesay;Rafeal|Rafael Quispe
Quipse|Rafael Quispe;Lewandovska|Hana Lewandowska;Dana Okoey|Dana Okoye;Castelan|Ben Castellan
Tanbe|Yuki Tanabe;Lindhlom|Rosa Lindholm;Fahrani|Leila Farahani;Tuilgai|Grace Tuilagi
Kravtes|Anton Kravets;Katherine Novak|Catherine Novak;Steven Philips|Stephen Phillips
Michele Rodrigez|Michelle Rodríguez;Siobahn|Siobhán Gallagher;Galagher|Siobhán Gallagher
Akeson|Björn Åkesson;Vandenberge|Zoë Vandenberghe;Schmitd|Alexander Schmidt
Gulliaume Lefevre|Guillaume Lefèvre;Agneszka|Agnieszka Wójcik;Jonhansson|Mikael Johansson
`
  .trim()
  .split(/[;\n]/)
  .map((pair) => pair.split('|') as [typed: string, meant: string])

const t = testApp({ JOBS: 'off' })
const byName = new Map<string, NamedPerson>()

beforeAll(async () => {
  for (const name of NAMES) {
    const [firstName = '', lastName = ''] = name.split(' ')
    byName.set(name, await t.person(firstName, { isCreator: true, lastName }))
  }
})

it('finds who was meant for at least 36 of 40 misspelt names, and nearly always first', async () => {
  const missed: string[] = []
  let first = 0
  for (const [typed, meant] of TYPOS) {
    const { status, body } = await t.call(searchFoundPeople, { query: { search: typed } })
    expect(status).toBe(200)
    const place = body.findIndex(({ id }: { id: string }) => id === byName.get(meant)?.id)
    if (place < 0 || place > 2) missed.push(`${typed} (${meant})`)
    if (place === 0) first += 1
  }
  expect(TYPOS).toHaveLength(40)
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(4)
  expect(first, missed.join(', ')).toBeGreaterThanOrEqual(34)
})

it('corrects nothing where the name is meant as typed', async () => {
  for (const search of ['Solhiem', 'Lewandovska', 'Quipse', 'Dialo', 'Gulliaume Lefevre']) {
    const { body } = await t.call(searchFoundPeople, { query: { search, exact: true } })
    expect(body, search).toEqual([])
  }
})

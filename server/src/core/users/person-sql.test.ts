import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Creator } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { Check } from 'typebox/schema'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { onlyRow } from '../../db/page-sql.ts'
import { personJson, personOrNull } from './person-sql.ts'

const t = testApp()

it('writes a person as the contract defines them, and null for a row that was not found', async () => {
  const { id } = await t.person('Marit', { isCreator: true })
  const row = await onlyRow(
    t.deps.db,
    sql<{ person: unknown; same: unknown; nobody: unknown }>`
      select ${personJson('u')} as person, ${personOrNull('u')} as same,
        ${personOrNull('gone')} as nobody
      from users u left join users gone on false where u.id = ${id}::uuid`,
  )
  expect(Check(Creator, row.person)).toBe(true)
  expect(row.person).toMatchObject({ id, firstName: 'Marit', isCreator: true })
  expect(row.same).toEqual(row.person)
  expect(row.nobody).toBeNull()
})

it('is the only place that writes a person', () => {
  const source = path.resolve(import.meta.dirname, '../..')
  const writers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) =>
      /json_build_object\('id',[^)]*'firstName'/.test(
        readFileSync(path.join(source, name), 'utf8'),
      ),
    )
  expect(writers).toEqual(['core/users/person-sql.ts'])
})

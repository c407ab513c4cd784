import { MAX_PRICE_CENTS, MIN_HIRE_CENTS } from '@plinth/contract/limits.ts'
import { splitDeposit } from '@plinth/contract/money/split.ts'
import { HirePrice } from '@plinth/contract/http/scalars.ts'
import { sql, type RawBuilder } from 'kysely'
import { Check } from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { onlyRow } from '../../db/page-sql.ts'
import { depositOf, dollarsOf } from './money-sql.ts'

const t = testApp()

/** All small prices, some larger ones, and the largest. */
const prices = [
  ...Array.from({ length: 500 }, (_, at) => MIN_HIRE_CENTS + at),
  ...Array.from({ length: 500 }, (_, at) => MIN_HIRE_CENTS + at * 199_999),
  MAX_PRICE_CENTS - 1,
  MAX_PRICE_CENTS,
]

/** The values of an expression in `price_cents` for each of these prices. */
const evaluate = async (expression: RawBuilder<unknown>): Promise<number[]> =>
  (
    await sql<{ value: number }>`
      select (${expression})::float8 as value
      from unnest(${prices}::bigint[]) with ordinality as p (price_cents, at)
      order by at`.execute(t.deps.db)
  ).rows.map((row) => row.value)

/** How PostgreSQL describes a generated column or a check constraint. */
const written = async (statement: RawBuilder<{ text: string }>): Promise<string> =>
  (await onlyRow(t.deps.db, statement)).text

it('splits a price in two halves that add up, the deposit rounded half up', () => {
  expect(splitDeposit(28_000)).toEqual({ deposit: 14_000, remainder: 14_000 })
  expect(splitDeposit(1)).toEqual({ deposit: 1, remainder: 0 })
  expect(splitDeposit(45_051)).toEqual({ deposit: 22_526, remainder: 22_525 })
  for (const cents of prices) {
    const { deposit, remainder } = splitDeposit(cents)
    expect(deposit + remainder).toBe(cents)
    expect([0, 1]).toContain(deposit - remainder)
  }
})

describe('the deposit', () => {
  const deposits = prices.map((cents) => splitDeposit(cents).deposit)

  it('is rounded in SQL as the contract does it', async () => {
    expect(await evaluate(depositOf(sql`price_cents`))).toEqual(deposits)
  })

  it('of a project is the one that the contract splits off', async () => {
    const check = await written(sql`
      select pg_get_expr(conbin, conrelid) as text from pg_constraint
      where conrelid = 'projects'::regclass and conname = 'projects_deposit'`)
    const [, kept = ''] = /deposit_cents IS DISTINCT FROM (.+)\)\)$/.exec(check) ?? []
    const expression = kept.replaceAll('added_cents', '0::bigint')
    expect(await evaluate(sql.raw(expression))).toEqual(deposits)
  })
})

it('writes cents as dollars', async () => {
  expect(await evaluate(dollarsOf(sql`price_cents`))).toEqual(prices.map((cents) => cents / 100))
})

it("lets the database store the contract's prices and no others", async () => {
  const check = await written(sql`
    select pg_get_expr(conbin, conrelid) as text from pg_constraint
    where conrelid = 'projects'::regclass and conname = 'projects_price_cents_check'`)
  const cents = [0, MIN_HIRE_CENTS - 1, MIN_HIRE_CENTS, MAX_PRICE_CENTS, MAX_PRICE_CENTS + 1]
  const { rows } = await sql<{ isKept: boolean }>`
    select ${sql.raw(check)} as "isKept" from unnest(${cents}::bigint[]) as p (price_cents)`.execute(
    t.deps.db,
  )
  expect(rows.map((row) => row.isKept)).toEqual(cents.map((some) => Check(HirePrice, some / 100)))
})

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { canaryOf, findCanaries } from './lib/drills/canary.ts'

const [ada, bea, cai] = [randomUUID(), randomUUID(), randomUUID()]

it('counts private texts of the reader as theirs', () => {
  const text = `{"email":"${canaryOf(ada)}@example.com","content":"${canaryOf(bea, ada)} Hello"}`
  expect(findCanaries(text, ada)).toEqual({ own: 2, crossed: [] })
})

it('names private texts of others', () => {
  const text = `${canaryOf(ada)} ${canaryOf(bea, cai)}`
  expect(findCanaries(text, ada)).toEqual({ own: 1, crossed: [canaryOf(bea, cai)] })
})

it('lets a visitor read none of them', () => {
  expect(findCanaries(canaryOf(ada), null).crossed).toEqual([canaryOf(ada)])
})

it('finds nothing in a text without any', () => {
  expect(findCanaries(`{"id":"${ada}"}`, bea)).toEqual({ own: 0, crossed: [] })
})

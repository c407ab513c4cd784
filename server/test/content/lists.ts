import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { expect } from 'vitest'
import type { Answer, CallInput, TestApp } from '../app.ts'

export const idsOf = ({ body }: Pick<Answer, 'body'>): string[] =>
  body.map(({ id }: { id: string }) => id)

/** The URL of the next page; null on the last page. */
const nextUrlOf = ({ headers }: Pick<Answer, 'headers'>): string | null =>
  /<([^>]*)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1] ?? null

/** The cursor of the next page; null on the last page. */
export function nextOf(answer: Pick<Answer, 'headers'>): string | null {
  const url = nextUrlOf(answer)
  return url === null ? null : new URL(url, 'http://plinth.test').searchParams.get('cursor')
}

/** Reads every page of a list, following the links. */
export async function walk(
  t: TestApp,
  endpoint: EndpointDefinition,
  { as, ...input }: CallInput,
): Promise<Answer[]> {
  const pages: Answer[] = []
  let page = await t.call(endpoint, { as, ...input })
  for (;;) {
    expect(page.status, JSON.stringify(page.body)).toBe(200)
    pages.push(page)
    const url = nextUrlOf(page)
    if (url === null) return pages
    expect(pages.length, 'pages of a list that does not end').toBeLessThan(500)
    page = await t.request({ method: 'GET', url, ...(as ? { as } : {}) })
  }
}

/** Reads a whole list page by page and returns its ids. */
export const walkIds = async (
  t: TestApp,
  endpoint: EndpointDefinition,
  input: CallInput,
): Promise<string[]> => (await walk(t, endpoint, input)).flatMap(idsOf)

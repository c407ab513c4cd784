import { Array as ListOf, Enum, String as Text, type Static } from 'typebox'
import { defineEndpoint } from './http/endpoint.ts'
import { entity, exact } from './http/scalars.ts'

/** The operator’s pages, by the last part of their addresses. */
export const LEGAL_PAGES = ['terms', 'privacy', 'imprint'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]
export const legalPath = (page: LegalPage): string => `/${page}`

/** One of these pages. Whoever runs Plinth can replace its text. */
export const LegalText = entity('LegalText', {
  title: Text(),
  /** Everything below the title. Made from Markdown, with its HTML escaped. */
  html: Text(),
  /** The parts and the ids of their headings. */
  parts: ListOf(exact({ id: Text(), title: Text() })),
})
export type LegalText = Static<typeof LegalText>

export const getLegalText = defineEndpoint({
  method: 'GET',
  path: '/api/legal/:page',
  access: 'public',
  cache: 'shared',
  summary: 'Terms of service, privacy or imprint, as whoever runs Plinth has set them.',
  params: exact({ page: Enum([...LEGAL_PAGES]) }),
  response: LegalText,
})

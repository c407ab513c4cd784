import type { Deps } from '../../deps.ts'
import type { PageDefinition } from '../../http/pages.ts'

export const postPages = (_deps: Deps): PageDefinition[] => []

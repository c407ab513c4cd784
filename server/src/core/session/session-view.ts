import { getViewer } from '@plinth/contract/session.ts'
import type { Deps } from '../../deps.ts'
import type { PagesOptions } from '../../http/pages.ts'
import { getOwnUser } from '../users/user-queries.ts'

/** Who is signed in, for the first paint of every page. */
export const sessionBoot =
  ({ db }: Deps): PagesOptions['bootAlways'] =>
  async (viewer) => [[[getViewer.path], viewer === null ? null : await getOwnUser(db, viewer.id)]]

import {
  changeHandle,
  checkHandle,
  cleanHandle,
  isHandle,
  resolveHandle,
} from '@plinth/contract/people/handles.ts'
import type { Context } from '../../deps.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import { peopleCards } from './people-card-queries.ts'
import { changeHandleOf, findByHandle, findHandleState } from './handle-queries.ts'

export function registerHandles({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db } = deps

  mount(resolveHandle, async ({ params }) =>
    orNotFound(await findByHandle(db, cleanHandle(params.handle))),
  )

  mount(checkHandle, async ({ params, viewer }) => {
    const handle = cleanHandle(params.handle)
    if (!isHandle(handle)) return { state: 'similar' as const }
    return { state: await findHandleState(db, handle, viewer.id) }
  })

  mount(changeHandle, async ({ body, viewer }) => {
    const { handle, handleChangesAt } = orNotFound(await changeHandleOf(db, viewer.id, body.handle))
    peopleCards(deps).drop([viewer.id])
    if (handle !== body.handle) {
      const day = handleChangesAt?.toLocaleDateString('en-US', {
        dateStyle: 'long',
        timeZone: 'UTC',
      })
      throw new AppError('conflict', `You can change your handle again on ${day}.`)
    }
    return { handle, handleChangesAt: handleChangesAt?.toISOString() ?? null }
  })
}

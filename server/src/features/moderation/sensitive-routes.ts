import {
  getSensitiveChoice,
  labelSensitive,
  updateSensitiveChoice,
} from '@plinth/contract/moderation/sensitive.ts'
import { insertAudit } from '../../core/audit/audit-queries.ts'
import type { Context } from '../../deps.ts'
import { orNotFound } from '../../http/errors.ts'
import { findChoice, setChoice, setLabel } from './sensitive-queries.ts'

/** Pictures that their author or an admin labelled as sensitive are blurred, unless the viewer chose to see them all. */
export function registerSensitive({ mount, deps }: Context): void {
  const { db } = deps

  mount(getSensitiveChoice, async ({ viewer }) => ({
    showsSensitive: await findChoice(db, viewer.id),
  }))
  mount(updateSensitiveChoice, async ({ body, viewer }) => {
    await setChoice(db, viewer.id, body.showsSensitive)
    return body
  })

  mount(labelSensitive, async ({ params, body: { isSensitive }, viewer, request }) => {
    await db.transaction().execute(async (trx) => {
      const was = orNotFound(await setLabel(trx, { ...params, isSensitive }))
      if (was === isSensitive) return
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'sensitive.label',
        subjectKind: params.kind,
        subjectId: params.id,
        before: { isSensitive: was },
        after: { isSensitive },
      })
    })
    return null
  })
}

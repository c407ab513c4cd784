import type { Project, ProjectCard } from '@plinth/contract/projects/projects.ts'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { actionsOf, needsViewer } from './project-actions.ts'
import { findRoom, type FoundCard } from './project-read-queries.ts'
import { takeBackAt } from '../project-rules.ts'

/**
 * The room as its viewer sees it now. What was asked for may be the words of a private message: an admin reads them when
 * one of the two has asked Plinth to decide, and not before.
 */
export async function readRoom(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
  { id: viewerId, isAdmin }: Viewer,
): Promise<Project> {
  const found = await findRoom(db, { id, viewerId, isAdmin })
  if (found === undefined) throw notFound()
  const { facts, held: _, ...room } = found
  const { status, deliverBy } = facts
  const isWordless = facts.role === null && room.dispute === null
  return {
    ...room,
    ...(isWordless ? { title: `Project ${room.number}`, description: '', subject: '' } : {}),
    needsViewer: needsViewer(facts, now()),
    actions: actionsOf(facts, now()),
    takeBackAt:
      status === 'accepted' && deliverBy !== null ? takeBackAt(deliverBy).toISOString() : null,
  }
}

export const finishCard = ({ facts, ...card }: FoundCard, now: Date): ProjectCard => ({
  ...card,
  needsViewer: needsViewer(facts, now),
})

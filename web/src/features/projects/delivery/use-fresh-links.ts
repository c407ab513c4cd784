import { useQueryClient } from '@tanstack/react-query'
import { useRef, type MouseEvent } from 'react'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { sayFailed } from '../../../ui/feedback/say-failed.ts'
import { texts } from './delivery-texts.ts'
import { isOverAt } from './delivery-links.ts'
import { projectQuery } from '../project-api.ts'

/** A picture that fails again at once is not a matter of its link. */
const FAILED_AGAIN_MS = 30_000

/** Links to files open them for some minutes: an old one is asked for anew before it is used. */
export function useFreshLinks(projectId: string) {
  const client = useQueryClient()
  const failedAt = useRef(0)
  const renew = async () => {
    const project = await client.fetchQuery({ ...projectQuery(projectId), staleTime: 0 })
    return project.deliveries.flatMap(({ files }) => files)
  }
  const fetchAnew = async (fileId: string): Promise<void> => {
    try {
      const url = (await renew()).find(({ id }) => id === fileId)?.url
      if (!url) throw new Error('no link')
      location.assign(url)
    } catch {
      sayFailed(texts.gone, () => void fetchAnew(fileId))
    }
  }
  return {
    onDownload: (event: MouseEvent, { id, url }: DeliveryFile) => {
      if (url === null || !isOverAt(url, Date.now())) return
      event.preventDefault()
      void fetchAnew(id)
    },
    onPictureFailed: () => {
      if (Date.now() - failedAt.current < FAILED_AGAIN_MS) return
      failedAt.current = Date.now()
      void readAgain(client, [projectQuery(projectId)])
    },
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  listNotifications,
  type Notification,
  type NotificationFilter,
} from '@plinth/contract/notifications/notifications.ts'
import { isUnauthorized, type Page } from '../../lib/api/api.ts'
import { patchAnswer } from '../../lib/cache/writes.ts'
import { readFirstPage } from '../../lib/cache/pages.ts'
import { useLive } from '../../lib/live/live.ts'
import { notificationsQuery } from './notification-api.ts'
import { countArrived, withFirstPage } from './notification-cache.ts'

/** This near the top, new rows do not push away what somebody is reading. */
const TOP_PX = 160
const RETRY_MS = 5_000
const isAtTop = () => scrollY < TOP_PX

/**
 * Refetches the first page when something happens. If the reader has scrolled down, new rows are held back until they
 * ask for them or return to the top.
 */
export function useArrivals(filter: NotificationFilter): { arrived: number; show: () => void } {
  const client = useQueryClient()
  const query = notificationsQuery(filter)
  const [held, setHeld] = useState<Page<Notification> | null>(null)
  const [failures, setFailures] = useState(0)
  const reading = useRef(false)
  const again = useRef(false)

  const take = (first: Page<Notification>) => {
    setHeld(null)
    patchAnswer(client, query, (list) => list && withFirstPage(list, first))
  }
  const read = async () => {
    again.current = reading.current
    if (reading.current) return
    reading.current = true
    try {
      do {
        again.current = false
        // The answer of a list that is still loading may be older, and would replace the page that is read here.
        await client
          .getQueryCache()
          .find({ queryKey: query.queryKey })
          ?.promise?.catch(() => undefined)
        const first = await readFirstPage(client, listNotifications, { query: { filter } })
        if (isAtTop()) take(first)
        else setHeld(first)
      } while (again.current)
    } catch (error) {
      // The list stays as it is until the next try.
      if (!isUnauthorized(error)) setFailures((before) => before + 1)
    } finally {
      reading.current = false
    }
  }
  const readAgain = useEffectEvent(read)
  useEffect(() => {
    if (failures === 0) return undefined
    const timer = setTimeout(() => void readAgain(), RETRY_MS)
    return () => clearTimeout(timer)
  }, [failures])
  useLive(({ type }) => {
    // `hello` comes with every connection. What happened before it, since the list was read, is pushed to nobody.
    if (type === 'notifications' || type === 'hello') void read()
  })

  const shown = client.getQueryData(query.queryKey)
  const arrived = held && shown ? countArrived(shown, held) : 0
  const show = () => {
    if (held) take(held)
    scrollTo({ top: 0 })
  }

  const takeAtTop = useEffectEvent(() => {
    if (held && isAtTop()) take(held)
  })
  useEffect(() => {
    const onScroll = () => takeAtTop()
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])
  return { arrived, show }
}

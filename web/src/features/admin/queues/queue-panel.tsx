import type { ComponentType } from 'react'
import type { PagesSource } from '../../../lib/cache/pages.ts'
import { QueueLayout, QueueStates } from '../../../ui/layout/queue-layout.tsx'
import { QueueList, QueuePicked } from './queue-list.tsx'
import type { QueuePaneProps, QueueProps, QueueRowProps } from './queue-rules.ts'
import { queueTexts } from './queue-texts.ts'
import { useCloseItem } from './use-close-item.ts'

interface ListedQueueProps<T, S extends string> extends QueueProps {
  source: PagesSource<T>
  /** Which part of the queue is shown. */
  state: S
  texts: {
    list: string
    all: string
    pick: string
    states: readonly { value: S; label: string }[]
    empty: { title: string; line: string }
  }
  Row: ComponentType<QueueRowProps<T>>
  Pane: ComponentType<QueuePaneProps<T>>
}

/** A queue whose list already holds all data of each item. */
export function QueuePanel<T extends { id: string }, S extends string>({
  source,
  state,
  texts,
  Row,
  Pane,
  viewerId,
  search,
}: ListedQueueProps<T, S>) {
  const { item } = search
  const close = useCloseItem()
  return (
    <QueueLayout
      item={item}
      all={texts.all}
      list={
        <>
          <QueueStates label={queueTexts.states} states={texts.states} state={state} />
          <QueueList key={state} source={source} label={texts.list} empty={texts.empty}>
            {(one) => <Row key={one.id} one={one} isOpen={one.id === item} />}
          </QueueList>
        </>
      }
    >
      <QueuePicked source={source} item={item} hint={texts.pick}>
        {(one) => <Pane key={one.id} one={one} viewerId={viewerId} onDone={() => close(one.id)} />}
      </QueuePicked>
    </QueueLayout>
  )
}

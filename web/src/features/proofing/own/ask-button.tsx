import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { ownTexts as texts } from './own-texts.ts'

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }))

/** Asks where to show the chosen works. A new room is named after the first of them, unless that is changed. */
export function AskButton({ ids, title }: { ids: readonly string[]; title: string }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{texts.ask}</Button>
      {isAsking ? (
        <Suspense fallback={null}>
          <AskDialog ids={ids} title={title} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

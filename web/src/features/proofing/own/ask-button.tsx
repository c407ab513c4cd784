import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { ownTexts as texts } from './own-texts.ts'

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }))

/** Opens a proof room with the chosen works, which is called like the first of them unless that is changed. */
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

import { lazy, Suspense, use, useState } from 'react'
import { isServer } from '../../lib/browser/environment.ts'
import { usePhone } from '../../lib/browser/use-media-query.ts'
import { NativeSelect } from './native-select.tsx'
import type { SelectProps } from './select-variants.ts'

const ListSelect = lazy(async () => ({ default: (await import('./list-select.tsx')).ListSelect }))

const never = new Promise<never>(() => undefined)
/** Suspends forever, which keeps the fallback on screen. */
const Held = () => use(never)

/**
 * A select. Phones use the browser's own picker, and so does the page from the server. Elsewhere our list replaces it
 * once loaded and not in use.
 */
export function Select<V extends string>(props: SelectProps<V>) {
  const [isHeld, setHeld] = useState(false)
  const isPhone = usePhone()
  if (isPhone || isServer) return <NativeSelect {...props} />
  return (
    <Suspense
      fallback={
        <NativeSelect {...props} onFocus={() => setHeld(true)} onBlur={() => setHeld(false)} />
      }
    >
      {isHeld ? (
        <Held />
      ) : (
        <ListSelect
          {...props}
          value={props.value}
          onValueChange={(value) => props.onValueChange(value as V)}
        />
      )}
    </Suspense>
  )
}

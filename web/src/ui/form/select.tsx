import { lazy, Suspense, use, useState } from 'react'
import { usePhone } from '../../lib/browser/use-media-query.ts'
import { NativeSelect } from './native-select.tsx'
import type { SelectProps } from './select-look.ts'

const ListSelect = lazy(async () => ({ default: (await import('./list-select.tsx')).ListSelect }))

const never = new Promise<never>(() => undefined)
/** Keeps what stands in its place. */
const Held = () => use(never)

/** One of a few. The browser's own picker on phones, and elsewhere until our list has come and nobody is at it. */
export function Select<V extends string>(props: SelectProps<V>) {
  const [isHeld, setHeld] = useState(false)
  const isPhone = usePhone()
  if (isPhone) return <NativeSelect {...props} />
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

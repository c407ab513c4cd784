import { lazy, Suspense } from 'react'
import { usePhone } from '../lib/media-query.ts'
import { NativeSelect } from './native-select.tsx'
import type { SelectProps } from './select-look.ts'

const ListSelect = lazy(async () => ({ default: (await import('./list-select.tsx')).ListSelect }))

/** One of a few. The browser's own picker on phones, and elsewhere until our list has come. */
export function Select<V extends string>(props: SelectProps<V>) {
  const native = <NativeSelect {...props} />
  if (usePhone()) return native
  return (
    <Suspense fallback={native}>
      <ListSelect
        {...props}
        value={props.value}
        onValueChange={(value) => props.onValueChange(value as V)}
      />
    </Suspense>
  )
}

import { Slot } from 'radix-ui'
import {
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'

/** What happened to a trigger before its list was loaded. */
interface Early {
  /** How it was pressed; null if it was not. The list then opens as soon as it is loaded. */
  press: 'key' | 'pointer' | null
  /** Whether it had the focus when it was replaced. The trigger that replaces it then gets the focus. */
  hadFocus: RefObject<boolean>
}

export interface LateList {
  trigger: ReactElement
  early: Early
  align?: 'start' | 'center' | 'end'
  children?: ReactNode
}

/** A trigger that shows at once while its list loads after the page. Neither a press nor the focus is lost. */
export function LateMenu({
  list: List,
  ...props
}: Omit<LateList, 'early'> & { list: ComponentType<LateList> }) {
  const [press, setPress] = useState<Early['press']>(null)
  const hadFocus = useRef(false)
  return (
    <Suspense
      fallback={<EarlyTrigger trigger={props.trigger} hadFocus={hadFocus} onPress={setPress} />}
    >
      <List {...props} early={{ press, hadFocus }} />
    </Suspense>
  )
}

function EarlyTrigger({
  trigger,
  hadFocus,
  onPress,
}: {
  trigger: ReactElement
  hadFocus: Early['hadFocus']
  onPress: (press: Early['press']) => void
}) {
  const shown = useRef<HTMLElement>(null)
  // React runs this cleanup before it removes the element and the focus is lost.
  useLayoutEffect(() => {
    const element = shown.current
    return () => {
      hadFocus.current = element !== null && element === document.activeElement
    }
  }, [hadFocus])
  return (
    <Slot.Root
      ref={shown}
      aria-haspopup="menu"
      onClick={({ detail }: MouseEvent) => onPress(detail === 0 ? 'key' : 'pointer')}
    >
      {trigger}
    </Slot.Root>
  )
}

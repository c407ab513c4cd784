import { createContext, Suspense, use, useRef, useState, type ComponentType } from 'react'

/** A work or a post that can be put on boards. */
export interface Pinned {
  of: 'work' | 'post'
  id: string
  title: string
}

export interface BoardPickerProps {
  thing: Pinned
  /** The button that it opens beside. */
  button: HTMLElement
  /** Somebody asked for the boards, so they get the focus. Saving leaves it on its button. */
  isAsked: boolean
  onClose: () => void
}

export interface BoardsButtonProps {
  thing: Pinned
  isOpen: boolean
  onPress: (button: HTMLElement) => void
}

export interface BoardParts {
  Picker: ComponentType<BoardPickerProps>
  Button: ComponentType<BoardsButtonProps>
}

/** How members put on a board what they save. Null for visitors, and until the screen has loaded. */
export const BoardPickerContext = createContext<BoardParts | null>(null)

/** Offers the boards beside a save button, once something is saved. Nothing of it loads before. */
export function useBoardPicker(thing: Pinned) {
  const parts = use(BoardPickerContext)
  const pressed = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<Pick<BoardPickerProps, 'button' | 'isAsked'> | null>(null)
  const close = () => setOpened(null)
  return {
    onPress: (button: HTMLElement) => {
      pressed.current = button
    },
    onSaved: (isSaved: boolean) => {
      const button = pressed.current
      setOpened(isSaved && button?.isConnected ? { button, isAsked: false } : null)
    },
    picker:
      parts === null || opened === null ? null : (
        <Suspense fallback={null}>
          <parts.Picker {...opened} thing={thing} onClose={close} />
        </Suspense>
      ),
    /** Opens the boards of something that is saved already. */
    boardsButton:
      parts === null ? null : (
        <Suspense fallback={null}>
          <parts.Button
            thing={thing}
            isOpen={opened?.isAsked === true}
            onPress={(button) =>
              setOpened(opened?.button === button ? null : { button, isAsked: true })
            }
          />
        </Suspense>
      ),
  }
}

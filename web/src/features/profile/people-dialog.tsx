import './people.css'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'
import type { Profile } from '@plinth/contract/people/users.ts'
import { count, fullName } from '../../lib/format/format.ts'
import type { PeopleKind } from '../../lib/routing/profile-search.ts'
import { useCloseDialog } from '../../lib/routing/use-close-dialog.ts'
import { Dialog, DialogClose, whenClosed } from '../../ui/overlay/dialog.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/layout/tab-panels.tsx'
import { SearchInput } from '../../ui/form/text-input.tsx'
import { PeopleList } from './people-list.tsx'
import { texts } from './profile-texts.ts'

const PAUSE_MS = 250
const KINDS = ['followers', 'following'] as const

/** The words as they were when the typing last paused. */
function useDebounced(words: string): string {
  const [debounced, setDebounced] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return debounced
}

interface PeopleDialogProps {
  person: Profile
  viewerId: string | null
  /** Undefined while the dialog is closed. */
  open: PeopleKind | undefined
}

/** Who follows somebody and whom they follow. Closing it is going back. */
export function PeopleDialog({ person, viewerId, open }: PeopleDialogProps) {
  const close = useCloseDialog()
  // The list stays the same while the dialog closes.
  const [shown, setShown] = useState<PeopleKind>(open ?? 'followers')
  if (open !== undefined && open !== shown) setShown(open)
  return (
    <Dialog
      open={open !== undefined}
      onOpenChange={whenClosed(close)}
      title={fullName(person)}
      titleHidden
      width="narrow"
      bare
      className="people"
    >
      <PeopleTabs person={person} viewerId={viewerId} kind={shown} />
    </Dialog>
  )
}

function PeopleTabs({
  person,
  viewerId,
  kind,
}: {
  person: Profile
  viewerId: string | null
  kind: PeopleKind
}) {
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const searched = useDebounced(words.trim())
  const show = (next: string) =>
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, people: KINDS.find((one) => one === next) ?? kind }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Tabs value={kind} onValueChange={show} className="people-tabs">
      <div className="people-head">
        <p aria-hidden className="display min-w-0 truncate text-32 text-ink">
          {fullName(person)}
        </p>
        <DialogClose className="-mr-[12px]" />
      </div>
      <TabList label={texts.people.tabs} className="people-kinds">
        {KINDS.map((one) => (
          <Tab key={one} value={one}>
            {texts.people[one]} <span className="tnum text-14">{count(person[one])}</span>
          </Tab>
        ))}
      </TabList>
      <SearchInput
        label={texts.people.search}
        placeholder={texts.people.search}
        maxLength={MAX_SEARCH_LENGTH}
        value={words}
        onValueChange={setWords}
        className="people-search"
      />
      {KINDS.map((one) => (
        <TabPanel key={one} value={one} className="people-panel">
          <PeopleList kind={one} id={person.id} words={searched} viewerId={viewerId} />
        </TabPanel>
      ))}
    </Tabs>
  )
}

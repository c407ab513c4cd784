import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { USERS_FILE } from '@plinth/contract/moderation/exports.ts'
import { USER_FILTERS, type AdminUser, type UserFilter } from '@plinth/contract/moderation/admin.ts'
import type { AdminSearch } from '../../../lib/routing/admin-search.ts'
import { fullName } from '../../../lib/format/format.ts'
import { type Page } from '../../../lib/api/api.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { queuesQuery, statsQuery, usersQuery } from '../admin-api.ts'
import { userTexts as texts } from '../admin-texts.ts'
import { SearchField } from '../search-field.tsx'
import { ChoiceBox } from '../../../ui/form/choice-box.tsx'
import { UserBulk } from '../bulk/user-bulk.tsx'
import { useChosen } from '../../../lib/browser/use-chosen.ts'
import { useFreshFile } from '../../session/use-fresh-file.ts'
import { useMay } from '../../session/use-may.ts'
import { UserRow } from './user-row.tsx'

interface UsersPanelProps {
  viewerId: string
  search: AdminSearch
  onSearch: (search: AdminSearch, how?: { replace: boolean }) => void
}

/** All accounts, page by page. */
export function UsersPanel({ viewerId, search, onSearch }: UsersPanelProps) {
  const { q = '', after } = search
  const filter = USER_FILTERS.find(({ value }) => value === search.list)?.value ?? 'all'
  const query = useQuery(usersQuery({ filter, q, after }))
  const find = (wish: { filter?: UserFilter; q?: string }) => {
    const next = { filter, q, ...wish }
    onSearch(
      {
        ...(next.filter === 'all' ? {} : { list: next.filter }),
        ...(next.q === '' ? {} : { q: next.q }),
      },
      { replace: true },
    )
  }
  const isFiltered = filter !== 'all' || q !== ''
  return (
    <section aria-label={texts.table}>
      <div className="admin-tools flex flex-wrap items-center gap-y-3 gap-x-4 mt-5">
        <SearchField
          q={q}
          label={texts.searchLabel}
          placeholder={texts.search}
          onSearch={(words) => find({ q: words })}
        />
        {useMay()('users.export') ? <UsersFile /> : null}
        <Select
          variant="quiet"
          aria-label={texts.filter}
          options={USER_FILTERS}
          value={filter}
          onValueChange={(value) => find({ filter: value })}
        />
      </div>
      {filter === 'suspension_due' ? null : (
        <DueNote onShow={() => find({ filter: 'suspension_due', q: '' })} />
      )}
      <QueryView
        query={query}
        skeleton={<UsersSkeleton />}
        failed={texts.failed}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <div className="max-w-160">
            <EmptyState
              title={texts.empty}
              line={q === '' ? texts.emptyFilter : texts.emptyFound}
              action={
                isFiltered ? <Button onClick={() => onSearch({})}>{texts.clear}</Button> : undefined
              }
            />
          </div>
        }
      >
        {(page) => (
          <>
            <UsersTable
              list={JSON.stringify([filter, q, after])}
              page={page}
              viewerId={viewerId}
              isOld={query.isPlaceholderData}
            />
            <Paging
              page={page}
              search={search}
              isWhole={!isFiltered}
              isOld={query.isPlaceholderData}
              onSearch={onSearch}
            />
          </>
        )}
      </QueryView>
    </section>
  )
}

function UsersFile() {
  const file = useFreshFile('users-file', texts.csvFailed)
  return (
    <Button busy={file.isSending && texts.csvBusy} onClick={() => file.send(USERS_FILE)}>
      <Download size={18} aria-hidden />
      {texts.csv}
    </Button>
  )
}

/** That accounts wait for a decision about a suspension, which never happens by itself. */
function DueNote({ onShow }: { onShow: () => void }) {
  const mayDo = useMay()
  const enabled = mayDo('queues.read') && mayDo('users.suspend')
  const { data } = useQuery({ ...queuesQuery, enabled })
  return data === undefined || data.suspensions === 0 ? null : (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-14 text-ink-2">
      {texts.due(data.suspensions)}
      <Button onClick={onShow}>{texts.showDue}</Button>
    </p>
  )
}

function UsersTable({
  list,
  page: { items },
  viewerId,
  isOld,
}: {
  list: string
  page: Page<AdminUser>
  viewerId: string
  isOld: boolean
}) {
  const mayDo = useMay()
  // Nobody acts on their own account, and only who manages staff on that of staff.
  const users = items.filter(
    ({ id, isAdmin }) => id !== viewerId && (!isAdmin || mayDo('staff.manage')),
  )
  const chosen = useChosen(
    list,
    users.map(({ id }) => id),
  )
  const mayChoose = mayDo('users.suspend')
  return (
    <>
      {mayChoose ? <UserBulk users={users} chosen={chosen} viewerId={viewerId} /> : null}
      <table
        className="admin-table text-14 w-full mt-3 text-left [&[aria-busy]]:opacity-60"
        aria-busy={isOld || undefined}
      >
        <caption className="sr-only">{texts.table}</caption>
        <thead>
          <tr>
            {Object.values(texts.columns).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isViewer={user.id === viewerId}
              choice={
                mayChoose ? (
                  <span className="w-11 flex-none">
                    {users.includes(user) ? (
                      <ChoiceBox id={user.id} name={fullName(user)} chosen={chosen} />
                    ) : null}
                  </span>
                ) : null
              }
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

interface PagingProps extends Pick<UsersPanelProps, 'search' | 'onSearch'> {
  page: Page<AdminUser>
  /** No filter is set, so the total is known from the stats. */
  isWhole: boolean
  isOld: boolean
}

/** The position in the list, and links to the previous and next page. A page opened by its address can only go back to the first. */
function Paging({ page, search, isWhole, isOld, onSearch }: PagingProps) {
  const { data: stats } = useQuery({ ...statsQuery, enabled: useMay()('figures.read') })
  const [before, setBefore] = useState<AdminSearch[]>([])
  const { after: _after, from = 1, ...list } = search
  const to = from + page.items.length - 1
  const last = before.at(-1)
  const total = isWhole ? (stats?.users ?? null) : null
  return (
    <nav className="admin-paging flex flex-wrap items-center gap-3 mt-5" aria-label={texts.pages}>
      <p className="tnum text-14 text-ink-3">
        {texts.page(from, to, total === null ? null : Math.max(total, to))}
      </p>
      <Button
        disabled={from === 1 || isOld}
        onClick={() => {
          setBefore(before.slice(0, -1))
          onSearch(last ?? list)
        }}
      >
        {last === undefined && from > 1 ? texts.first : texts.previous}
      </Button>
      <Button
        disabled={page.next === null || isOld}
        onClick={() => {
          if (page.next === null) return
          setBefore([...before, search])
          onSearch({ ...list, after: page.next, from: to + 1 })
        }}
      >
        {texts.next}
      </Button>
    </nav>
  )
}

const UsersSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="mt-4 grid gap-3">
    {Array.from({ length: 7 }, (_, row) => (
      <Skeleton key={row} className="h-13" />
    ))}
  </div>
)

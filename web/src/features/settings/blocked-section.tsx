import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { listBlocked, unblockUser } from '@plinth/contract/people/blocks.ts'
import { getProfile, type Person } from '@plinth/contract/people/users.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { pagesOf } from '../../lib/cache/pages.ts'
import { fullName } from '../../lib/format/format.ts'
import { Avatar } from '../../ui/layout/avatar.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { hasNoItems } from '../../ui/feedback/endless.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { showFailure, toast } from '../../ui/feedback/toast.ts'
import { Row, Section, SectionSkeleton } from './section.tsx'
import { texts } from './settings-texts.ts'

const { blocked: words } = texts

/** The people whom the viewer blocks, with a button to unblock each. */
export function BlockedSection() {
  const client = useQueryClient()
  const query = useInfiniteQuery(pagesOf(client, listBlocked, {}, { staleTime: 0 }))
  const unblock = useMutation({
    mutationFn: ({ id }: Person) => call(unblockUser, { params: { id } }),
    onSuccess: (_, person) => {
      toast({
        title: words.done,
        description: words.unblocked(fullName(person)),
        variant: 'success',
      })
      // Their profile shows it, too.
      void readAgain(client, [{ endpoint: getProfile, params: { id: person.id } }])
      return readAgain(client, [listBlocked])
    },
    onError: (error, person) => {
      if (!isUnauthorized(error)) showFailure(words.unblockFailed, () => unblock.mutate(person))
    },
  })
  return (
    <Section id="blocked" line={words.line}>
      <div className="mt-5 border-b border-line">
        <QueryView
          query={query}
          skeleton={<SectionSkeleton label={words.loading} />}
          failed={words.failed}
          isEmpty={hasNoItems}
          empty={<p className="border-t border-line py-5 text-16 text-ink-2">{words.none}</p>}
        >
          {({ pages }) =>
            pages
              .flatMap(({ items }) => items)
              .map((person) => (
                <Row
                  key={person.id}
                  icon={
                    <Avatar
                      name={fullName(person)}
                      src={person.profileImageUrl}
                      creator={person.isCreator}
                    />
                  }
                  title={fullName(person)}
                  line={person.location ?? undefined}
                >
                  <Button
                    aria-label={words.unblockName(fullName(person))}
                    disabled={unblock.isPending && unblock.variables.id === person.id}
                    onClick={() => unblock.mutate(person)}
                  >
                    {words.unblock}
                  </Button>
                </Row>
              ))
          }
        </QueryView>
      </div>
      {query.hasNextPage ? (
        <Button
          variant="quiet"
          className="mt-4 px-0!"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
    </Section>
  )
}

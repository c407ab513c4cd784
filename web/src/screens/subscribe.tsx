import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { dashboardTexts, subscribeTexts as texts } from '../features/billing/billing-texts.ts'
import { Payouts } from '../features/billing/payouts.tsx'
import type { Shown } from '../features/billing/subscribe-panel.tsx'
import { SubscribePage } from '../features/billing/subscribe-page.tsx'
import { toUpload } from '../features/navigation/links.ts'
import { CreatorAppeal } from '../features/moderation/creator-appeal.tsx'
import { MemberPage } from '../features/navigation/member-page.tsx'
import { featuredQuery } from '../features/portfolios/portfolio-api.ts'
import { creatorWorksQuery } from '../features/portfolios/wall/wall-api.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { loginUrlHere } from '../lib/routing/paths.ts'
import { Button } from '../ui/actions/button.tsx'
import { Plinth } from '../ui/wall/plinth.tsx'

const route = getRouteApi('/subscribe')

/** Sells the creator subscription, or shows it to creators. */
export function SubscribeScreen() {
  const viewer = useViewer()
  useDocumentTitle(texts.title)
  if (viewer === null) return <SignInFirst />
  return <Subscribing viewerId={viewer.id} isCreator={viewer.isCreator} />
}

function Subscribing({ viewerId, isCreator }: { viewerId: string; isCreator: boolean }) {
  const { checkout } = route.useSearch()
  const client = useQueryClient()
  const featured = useQuery({ ...featuredQuery, enabled: !isCreator }).data?.[0]
  const works = useInfiniteQuery({ ...creatorWorksQuery(client, viewerId), enabled: isCreator })
  const own = works.data?.pages
    .flatMap(({ items }) => items)
    .toSorted((one, other) => other.viewCount - one.viewCount)
  return (
    <MemberPage isCreator={isCreator} className="overflow-x-clip">
      <SubscribePage
        checkout={checkout}
        featured={featured && shown(featured)}
        own={own === undefined ? undefined : own[0] === undefined ? null : shown(own[0])}
        upload={
          <Button asChild variant="primary" size={52} className="subscribe-upload">
            <Link {...toUpload}>
              <Upload size={18} aria-hidden />
              {dashboardTexts.upload}
            </Link>
          </Button>
        }
        payouts={<Payouts />}
        appeal={<CreatorAppeal />}
      />
    </MemberPage>
  )
}

const shown = ({ title, picture, likeCount, viewCount, saveCount }: PortfolioItem): Shown => ({
  title,
  picture,
  likes: likeCount,
  views: viewCount,
  saves: saveCount,
})

/** Shown when the session ends while the screen is open. */
const SignInFirst = () => (
  <main id="main" tabIndex={-1} className="page flex min-h-dvh flex-col items-center justify-end">
    <Plinth className="w-full max-w-130 px-11 pt-8 pb-24 max-tablet:px-6">
      <h1 className="display text-32 text-ink">{texts.signIn.line}</h1>
      <p className="mt-6">
        <Button asChild variant="primary">
          <a href={loginUrlHere()}>{texts.signIn.button}</a>
        </Button>
      </p>
    </Plinth>
  </main>
)

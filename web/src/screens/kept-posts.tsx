import '../features/posts/posts-screens.css'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { TabBar } from '../features/navigation/tab-bar.tsx'
import { TopBar } from '../features/navigation/top-bar.tsx'
import { keptWorksTexts } from '../features/portfolios/wall/kept-works-texts.ts'
import { texts } from '../features/posts/posts-texts.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { readExploreSearch } from '../lib/routing/explore-search.ts'
import { useOnceOpened } from '../lib/browser/use-once-opened.ts'
import { FilterTab } from '../ui/layout/tabs.tsx'
import { LikedPosts, LikedWorks, SavedPosts, SavedWorks } from './kept-walls.tsx'

const WorkDialog = lazy(async () => ({
  default: (await import('../features/portfolios/work/work-dialog.tsx')).WorkDialog,
}))

/** What the viewer likes, the last liked first: posts, or the works beside them. */
export const LikedPostsScreen = () => <Kept which="liked" />

/** What the viewer saved, the last saved first. */
export const SavedPostsScreen = () => <Kept which="saved" />

const PATHS = { liked: '/liked-posts', saved: '/saved-posts' } as const
const WALLS = {
  liked: { posts: LikedPosts, works: LikedWorks },
  saved: { posts: SavedPosts, works: SavedWorks },
} as const

function Kept({ which }: { which: keyof typeof WALLS }) {
  const viewer = useViewer()
  const { show, work } = readExploreSearch(useSearch({ strict: false }))
  const workOpened = useOnceOpened(work !== undefined)
  const kind = show === 'works' ? 'works' : 'posts'
  const { title } = kind === 'works' ? keptWorksTexts[which] : texts[which]
  const KeptWall = WALLS[which][kind]
  useDocumentTitle(work === undefined ? title : undefined)
  if (viewer === null) return null
  return (
    <>
      <TopBar isCreator={viewer.isCreator} />
      <main id="main" tabIndex={-1} className="posts-screen page">
        <Link
          to="/"
          className="text-[0.875rem] inline-flex items-center gap-1 min-h-11 -ml-1 font-semibold text-ink-3 hover:text-ink"
        >
          <ChevronLeft size={18} aria-hidden />
          {texts.back}
        </Link>
        <h1 className="display text-44 text-ink max-tablet:text-32">{title}</h1>
        <nav aria-label={keptWorksTexts.filter} className="tag-filter">
          {(['posts', 'works'] as const).map((one) => (
            <FilterTab key={one} active={one === kind} asChild>
              <Link
                to={PATHS[which]}
                search={one === 'works' ? { show: one } : {}}
                replace
                resetScroll={false}
              >
                {keptWorksTexts[one]}
              </Link>
            </FilterTab>
          ))}
        </nav>
        <h2 className="sr-only">{keptWorksTexts[kind]}</h2>
        <KeptWall />
      </main>
      <TabBar isCreator={viewer.isCreator} />
      <Suspense fallback={null}>
        {workOpened ? <WorkDialog id={work} viewerId={viewer.id} /> : null}
      </Suspense>
    </>
  )
}

import './boards.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../ui/feedback/endless.tsx'
import { userBoardsQuery } from './board-api.ts'
import { BoardTile } from './board-tile.tsx'
import { boardTexts as texts } from './board-texts.ts'
import { TilesSkeleton } from './tiles-skeleton.tsx'

interface ProfileBoardsProps {
  userId: string
  /** The viewer's own profile. */
  isOwn: boolean
}

/** The public boards of somebody, for their profile. */
export const ProfileBoards = ({ userId, isOwn }: ProfileBoardsProps) => (
  <PagesView
    query={useInfiniteQuery(userBoardsQuery(userId))}
    skeleton={<TilesSkeleton />}
    failed={texts.failed}
    loadingMore={texts.loadingMore}
    moreFailed={texts.moreFailed}
    empty={
      <div role="status" className="max-w-160">
        <EmptyState
          title={texts.empty.public}
          line={isOwn ? texts.emptyLine.public : undefined}
          action={
            isOwn ? (
              <Button asChild>
                <Link to="/boards">{texts.toBoards}</Link>
              </Button>
            ) : undefined
          }
        />
      </div>
    }
  >
    {(boards) => (
      <ul className="board-tiles">
        {boards.map((board) => (
          <BoardTile key={board.id} board={board} />
        ))}
      </ul>
    )}
  </PagesView>
)

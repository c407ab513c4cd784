import type { Conversation } from '@plinth/contract/messages/conversations.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { useBlock } from '../conversations/use-conversation-actions.ts'
import { texts } from './thread-menu-texts.ts'

/** Replaces the reply box where the viewer can't write. */
export function ThreadClosed({ conversation }: { conversation: Conversation }) {
  const { other, isBlocked } = conversation
  const { unblock, isPending } = useBlock(conversation, () => undefined)
  return (
    <div className="thread-closed" role="status">
      <p>{isBlocked ? texts.block.blocked(other.firstName) : texts.block.shut}</p>
      {isBlocked ? (
        <Button busy={isPending && texts.block.unblocking} onClick={unblock}>
          {texts.block.unblock}
        </Button>
      ) : null}
    </div>
  )
}

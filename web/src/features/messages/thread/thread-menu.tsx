import {
  Archive,
  ArchiveRestore,
  Ban,
  BellMinus,
  BellPlus,
  CircleCheck,
  Ellipsis,
  Flag,
} from 'lucide-react'
import { lazy, useState } from 'react'
import type { Conversation } from '@plinth/contract/messages/conversations.ts'
import { openReport } from '../../../lib/format/report-state.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/overlay/menu.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { useBlock, useChangeConversation } from '../conversations/use-conversation-actions.ts'
import { texts } from './thread-menu-texts.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/overlay/dialog.tsx')).ConfirmDialog,
}))

/** The menu of a conversation: archive, mute, report and block. */
export function ThreadMenu({ conversation }: { conversation: Conversation }) {
  const { id, other, isArchived, isMuted, isBlocked } = conversation
  const [isConfirming, setConfirming] = useState(false)
  const change = useChangeConversation(id)
  const { block, unblock, isPending } = useBlock(conversation, () => setConfirming(false))
  const name = other.firstName
  return (
    <>
      <Menu
        trigger={
          <IconButton name={texts.menu.label}>
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => change({ isArchived: !isArchived })}>
          {isArchived ? (
            <ArchiveRestore size={18} aria-hidden />
          ) : (
            <Archive size={18} aria-hidden />
          )}
          {isArchived ? texts.menu.unarchive : texts.menu.archive}
        </MenuItem>
        <MenuItem onSelect={() => change({ isMuted: !isMuted })}>
          {isMuted ? <BellPlus size={18} aria-hidden /> : <BellMinus size={18} aria-hidden />}
          {isMuted ? texts.menu.unmute : texts.menu.mute}
        </MenuItem>
        <MenuLine />
        <MenuItem onSelect={() => openReport({ kind: 'user', id: other.id, name })}>
          <Flag size={18} aria-hidden />
          {texts.menu.report(name)}
        </MenuItem>
        {isBlocked ? (
          <MenuItem onSelect={unblock}>
            <CircleCheck size={18} aria-hidden />
            {texts.menu.unblock(name)}
          </MenuItem>
        ) : (
          <MenuItem tone="danger" onSelect={() => setConfirming(true)}>
            <Ban size={18} aria-hidden />
            {texts.menu.block(name)}
          </MenuItem>
        )}
      </Menu>
      <OnceOpened open={isConfirming}>
        <ConfirmDialog
          open={isConfirming}
          onOpenChange={setConfirming}
          title={texts.block.title(name)}
          description={texts.block.line}
          keep={texts.block.keep}
          confirm={texts.menu.block(name)}
          busy={isPending && texts.block.busy}
          onConfirm={block}
        />
      </OnceOpened>
    </>
  )
}

import './toaster.css'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Portal, Toast } from 'radix-ui'
import { dismissToast, useToasts } from './toast.ts'

export const DURATION_MS = 5_000
export const SWIPE_THRESHOLD = 50

export function Toaster() {
  return (
    <Toast.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD}>
      {useToasts().map((item) => (
        <Toast.Root
          key={item.id}
          open={item.open}
          {...(item.durationMs === undefined ? {} : { duration: item.durationMs })}
          onOpenChange={(open) => {
            if (!open) dismissToast(item.id)
          }}
          type={item.variant === 'destructive' ? 'foreground' : 'background'}
          className="pointer-events-auto flex items-start gap-3 rounded-panel bg-surface-3 p-4 shadow-pop data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in data-[swipe=move]:[translate:var(--radix-toast-swipe-move-x)] data-[swipe=cancel]:[translate:0] data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-toast-out"
        >
          {item.variant === 'destructive' ? (
            <CircleAlert size={20} className="text-danger" aria-hidden />
          ) : (
            <CircleCheck size={20} className="text-success" aria-hidden />
          )}
          <div className="min-w-0 flex-1">
            <Toast.Title className="text-14 font-semibold text-ink">{item.title}</Toast.Title>
            {item.description && (
              <Toast.Description className="text-14 text-ink-2">
                {item.description}
              </Toast.Description>
            )}
          </div>
          {item.action && (
            <Toast.Action
              altText={item.action.label}
              onClick={item.action.onClick}
              className="text-link hit shrink-0 text-14"
            >
              {item.action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label="Dismiss"
            className="hit shrink-0 rounded-badge text-ink-3 hover:text-ink"
          >
            <X size={16} aria-hidden />
          </Toast.Close>
        </Toast.Root>
      ))}
      {/* In a portal, because an open dialog hides the page and the toast's action must stay reachable. */}
      <Portal.Root>
        <Toast.Viewport
          hotkey={['F8']}
          // A dialog does not hide live regions when it opens. The announcement happens elsewhere.
          aria-live="off"
          className="toasts pointer-events-none"
        />
      </Portal.Root>
    </Toast.Provider>
  )
}

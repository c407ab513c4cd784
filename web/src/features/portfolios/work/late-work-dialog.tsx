import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * The dialog of a work, whose code is loaded when it is first needed. Unlike with React's `lazy`, it renders at once
 * after `preload`.
 */
export const WorkDialog = lazyRouteComponent(() => import('./work-dialog.tsx'), 'WorkDialog')

import { ArrowLeft } from 'lucide-react'
import { pictureSources } from '../../../../../lib/media/sources.ts'
import { Button } from '../../../../../ui/actions/button.tsx'
import { PlainPicture } from '../../../../../ui/media/plain-picture.tsx'
import { Dialog, whenClosed } from '../../../../../ui/overlay/dialog.tsx'
import { previewTexts as texts } from '../editor-texts.ts'
import { useOpenStudio } from '../studio.ts'
import { StudyView } from '../study-view.tsx'

interface PreviewDialogProps {
  open: boolean
  onClose: () => void
}

/** The page as visitors will see it. */
export function PreviewDialog({ open, onClose }: PreviewDialogProps) {
  const { study, files, people, draft } = useOpenStudio()
  const cover = files[study.coverId]?.picture ?? draft.item.picture
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(onClose)}
      title={texts.title}
      titleHidden
      width="wide"
      bare
    >
      <div className="editor-preview-bar">
        <Button variant="quiet" onClick={onClose}>
          <ArrowLeft size={18} aria-hidden />
          {texts.close}
        </Button>
        <p className="text-14 text-ink-3">{texts.title}</p>
      </div>
      <div className="editor-preview">
        <PlainPicture picture={pictureSources(cover)} sizes="100vw" />
        <h2 className="work-title mt-8 text-44 text-ink wrap-anywhere">{study.title}</h2>
        <p className="editor-preview-words text-18 whitespace-pre-line text-ink-2">
          {study.description}
        </p>
        {study.blocks.length === 0 ? (
          <p className="text-16 text-ink-3">{texts.empty}</p>
        ) : (
          <StudyView blocks={study.blocks} files={files} people={people} />
        )}
      </div>
    </Dialog>
  )
}

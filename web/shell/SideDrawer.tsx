import '../ui/mantine-parts.ts'
import { Drawer, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../platform/api/settings.ts'
import { useDialog } from '../ui/dialogs/use-dialog.ts'
import classes from './SideDrawer.module.css'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * 260 px wide [landing-5], at the start side of the writing direction. Its head has the app name, since the bar of
 * a phone has no room for it [backoffice-3].
 */
export const SideDrawer = ({ opened, onClose, children }: Props) => {
  const { t } = useTranslation()
  const appName = useSettings()?.appName ?? 'Remis'
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={260}
      title={
        <>
          <bdi>{appName}</bdi> <VisuallyHidden component="span">{t('menu')}</VisuallyHidden>
        </>
      }
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: classes.content ?? '', title: classes.title ?? '' }}
    >
      <Links onClose={onClose}>{children}</Links>
    </Drawer>
  )
}

/** Rendered only while the drawer is open. */
const Links = ({ onClose, children }: Omit<Props, 'opened'>) => {
  const { t } = useTranslation()
  useDialog(onClose)
  return (
    <nav className={classes.links} aria-label={t('main_navigation')}>
      {children}
    </nav>
  )
}

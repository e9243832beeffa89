import './mantine-parts.ts'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** Container of the toasts; loaded with the first one. */
export const ToastHost = () => <Notifications position="top-center" limit={3} />

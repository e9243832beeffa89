import './mantine-parts.ts'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** Where transient popups appear; loaded with the first of them. */
export const ToastHost = () => <Notifications position="top-center" limit={3} />

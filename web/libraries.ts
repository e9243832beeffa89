/** What the app is built on: main.ts evaluates it before the app. */
export { createRoot, hydrateRoot } from 'react-dom/client'
export { createRouter } from '@tanstack/react-router'
export { QueryClient } from '@tanstack/react-query'
export { default as i18next } from 'i18next'

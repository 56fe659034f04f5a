interface TabMessage {
  type: 'logout';
  sub: string;
}

/** Tells the other tabs of this browser when somebody leaves, so that none keeps showing her data. */
export interface Tabs {
  announceLogout: (sub: string) => void;
  onLogout: (listener: (sub: string) => void) => void;
}

export function createTabs(): Tabs {
  if (typeof BroadcastChannel === 'undefined')
    return { announceLogout: () => undefined, onLogout: () => undefined };
  const channel = new BroadcastChannel('palier.session');
  return {
    announceLogout: (sub) => channel.postMessage({ type: 'logout', sub } satisfies TabMessage),
    onLogout: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
        if (data.type === 'logout') listener(data.sub);
      }),
  };
}

/** One event of a server-sent stream. */
export interface StreamEvent {
  type: string;
  data: string;
}

/**
 * Cuts a text/event-stream into events, whatever the pieces it arrives in. Comments, ids and
 * retry times are ignored: nothing here resumes, a lost connection refreshes what is on screen.
 */
export function createEventParser(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = '';
  let type = 'message';
  let data: string[] = [];
  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onEvent({ type, data: data.join('\n') });
      type = 'message';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') type = value;
    else if (field === 'data') data.push(value);
  };
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const text of lines) line(text);
  };
}

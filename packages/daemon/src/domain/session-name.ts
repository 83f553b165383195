const MAX_GRAPHEMES = 80;

/** C0, DEL, C1, and the characters that turn the direction of what follows. */
const UNWANTED = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A name as it is kept: white space folded, control and direction characters gone, at most 80
 * graphemes. Null where nothing is left.
 */
export function normaliseName(text: string): string | null {
  const folded = text
    .replaceAll(/\s+/gu, " ")
    .replaceAll(UNWANTED, "")
    .replaceAll(/ +/g, " ")
    .trim();
  const name = firstGraphemes(folded, MAX_GRAPHEMES).trim();
  return name === "" ? null : name;
}

/** The beginning of a text, never cut inside what a reader sees as one character. */
export function firstGraphemes(text: string, count: number): string {
  let left = count;
  for (const { index } of graphemes.segment(text)) {
    if (left-- === 0) return text.slice(0, index);
  }
  return text;
}

const ADJECTIVES =
  "amber agile alert ample apt azure bold brave breezy bright brisk calm candid cheery civil clear clever cosy crisp curious dapper deft eager early easy fair fancy fleet fond frank fresh gentle glad golden grand happy hardy honest humble jolly keen kind lively loyal lucid lucky mellow merry mild modest neat nimble noble open patient placid plucky polite proud quick quiet rapid ready robust rosy serene sharp silent silver sleek smart snug solid spry steady still stout sunny sure swift tidy tranquil true trusty upbeat vivid warm wise witty zesty".split(
    " ",
  );
const ANIMALS =
  "badger beaver bison bittern bobcat buzzard caribou cheetah chough cicada civet condor cormorant coyote crane cricket curlew dingo dolphin dormouse dove dunlin eagle egret eider elk ermine falcon ferret finch fox gannet gazelle gecko gibbon godwit goose grebe grouse gull hare harrier hawk hedgehog heron hoopoe ibex ibis jackal jackdaw jay kestrel kingfisher kite koala lapwing lark lemur leopard linnet llama lynx magpie mallard marmot marten merlin mole moose newt nuthatch ocelot octopus oriole osprey otter owl panda pelican penguin petrel pika pipit plover puffin quail rabbit raven robin salmon seal shrew siskin skylark snipe sparrow starling stoat stork swallow swan swift tapir teal tern thrush toad toucan trout turtle vole wagtail walrus weasel whale wombat wren".split(
    " ",
  );

/**
 * A made-up two-word handle that no present session has. `random` answers a number from 0 up to
 * below 1. Where all handles are taken a number follows.
 */
export function generateName(taken: ReadonlySet<string>, random: () => number): string {
  const handles = ADJECTIVES.length * ANIMALS.length;
  const start = Math.floor(random() * handles);
  for (let step = 0; ; step++) {
    const at = (start + step) % handles;
    const handle = `${ADJECTIVES[at % ADJECTIVES.length]}-${ANIMALS[Math.floor(at / ADJECTIVES.length)]}`;
    const name = step < handles ? handle : `${handle}-${Math.floor(step / handles) + 1}`;
    if (!taken.has(name)) return name;
  }
}
